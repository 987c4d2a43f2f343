import { exportConnectionsCsv } from '../../contract/resources/model-export.js';
import { csvExport } from '../shared/output/csv-export.js';

export default csvExport(exportConnectionsCsv, 'connection', [
  'object export',
  'landscape export',
  'connection list',
]);
