import { flag } from '../../../cli/command/options.js';
import { outputFile } from '../output/output-file.js';
import { FONT_OPTION } from '../output/picture-font.js';

export const DEPENDENCY_OPTIONS = {
  via: flag('Count the via object of a connection as a step'),
  out: outputFile('File for the picture or graph; the extension selects the format: .svg, .png, .mmd, .dot'),
  ...FONT_OPTION,
};
