export * from '../base/escape.js';
