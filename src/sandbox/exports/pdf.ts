import type { exportLandscapePdf } from '../../contract/resources/landscape.js';
import { drawPdf, drawSvg } from '../../drawing/index.js';
import type { Call } from '../call.js';
import { randomSecret } from '../ids.js';
import { Refusal } from '../refusal.js';
import { logLandscapeExport } from './log-export.js';
import { sceneOf } from './picture.js';
import { LIFETIME } from './tokens.js';

/** Exports a page per diagram as PDF (docs/service.md#endpoints, endpoint 20); complete on return. */
export async function exportPdf(call: Call<typeof exportLandscapePdf>): Promise<unknown> {
  const { services, now, version, landscape } = call;
  const { store, fontDir } = services;
  const diagrams = store.records.ofVersion('diagram', version?.id ?? '').map(({ doc }) => doc);
  if (diagrams.length === 0) {
    throw new Refusal('invalid', 'The landscape has no diagram to export.', { code: 'validation' });
  }
  const pages: { title: string; svg: string }[] = [];
  for (const diagram of diagrams) {
    const found = sceneOf(store.records, {
      versionId: version?.id ?? '',
      organizationId: call.key.organizationId,
      diagramId: diagram.id,
      options: {},
    });
    if (found) pages.push({ title: diagram.name, svg: (await drawSvg(found.scene)).svg });
  }
  const name = call.body.name ?? landscape?.name ?? 'Landscape';
  const pdf = await drawPdf(pages, { fontDir, title: name, createdAt: new Date(now) });
  const id = services.newId();
  const token = randomSecret();
  const filename = call.body.filename ?? name;
  store.transaction(() => {
    store.exports.put({
      id,
      type: 'landscape',
      landscapeId: landscape?.id ?? '',
      status: 'done',
      deleteAt: new Date(Date.parse(now) + LIFETIME).toISOString(),
      token,
      record: { id, filename },
    });
    store.exports.keepFiles(id, { pdf: Buffer.from(pdf) });
    logLandscapeExport(call, {
      exportId: id,
      type: 'pdf',
      props: { filename },
    });
  });
  return { url: `${call.origin}/files/exports/${id}/${token}.pdf` };
}
