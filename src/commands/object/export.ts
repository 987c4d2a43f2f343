import { exportObjectsCsv } from '../../contract/resources/model-export.js';
import { csvExport } from '../shared/output/csv-export.js';

export default csvExport(exportObjectsCsv, 'object', [
  'connection export',
  'landscape export',
  'object list',
]);
