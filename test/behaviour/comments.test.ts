import { expect, it } from 'vitest';
import { comments } from '../../src/contract/resources/comment.js';
import { behavesAsFamily, type Sample } from './family.js';

const body = (status: string, type = 'question') => ({ body: { content: 'Why?', type, status } });

const sample: Sample = {
  family: comments,
  body: () => body('open'),
  more: {},
  change: { body: { content: 'Because.', type: 'question', status: 'resolved' } },
  required: ['body'],
};

behavesAsFamily(sample, (at) => {
  it('have the statuses of their type, and no labels', async () => {
    const service = at.service();
    const send = async (it: object) => (await service.send(comments.create, { body: it })).status;
    expect(await send(body('active'))).toBe(422);
    expect(await send(body('open', 'idea'))).toBe(422);
    expect(await send({ ...body('open'), labels: {} })).toBe(422);
    expect(await at.make(body('active', 'idea'))).not.toHaveProperty('labels');
  });

  it('are listed by status', async () => {
    const idea = await at.make(body('dismissed', 'idea'));
    const question = await at.make();
    const listed = await at.service().list(comments.list, { query: { status: ['dismissed', 'resolved'] } });
    const ids = listed.map(({ id }) => id);
    expect([ids.includes(idea.id), ids.includes(question.id)]).toEqual([true, false]);
  });
});
