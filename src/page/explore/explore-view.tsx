import { useCallback, useEffect, useState } from 'preact/hooks';
import type { Exploration } from '../../site/explore.js';
import type { Restyle } from '../../site/picture.js';
import type { SiteObject } from '../../site/types.js';
import { Canvas } from '../canvas/canvas.js';
import { Legend, OverlayField, useOverlay } from '../diagram/overlay.js';
import { DetailsPanel } from '../element/details-panel.js';
import { NotFound } from '../parts/not-found.js';
import { SelectField } from '../parts/select-field.js';
import { hashOf } from '../route.js';
import { SearchDialog } from '../search/search-dialog.js';
import { useSite } from '../site.js';
import { layOutExploration } from './layout-client.js';
import type { ExploreResult } from './worker.js';

const DIRECTIONS = { both: 'both directions', out: 'what it uses', in: 'what uses it' };
const LEVELS = { '': 'everything', component: 'components', app: 'apps and stores', system: 'systems' };
const DEPTHS = {
  1: '1 connection',
  2: '2 connections',
  3: '3 connections',
  4: '4 connections',
  99: 'any number',
};
const LENGTHS = { 0: 'the shortest', 1: 'up to 1 longer', 2: 'up to 2 longer', 3: 'up to 3 longer' };

/** The neighbourhood of an element, or the paths between two elements. */
export function ExploreView({ slug }: { slug: string }) {
  const { data, relations, route, open, setState } = useSite();
  const { state } = route;
  const [picking, setPicking] = useState<'focus' | 'to'>();
  const bySlug = (it: string | undefined) => data.objects.find((object) => object.slug === it);
  const focus = bySlug(slug);
  const to = bySlug(state.to);
  const explored = useExploration(focus && requestOf(focus, to, state));
  const isDrawn = typeof explored === 'object' && 'scene' in explored;
  const colours = useOverlay(state.colour, isDrawn ? explored : undefined);
  const select = useCallback((object: string) => setState({ object }), [setState]);
  const centre = useCallback(
    (object: string) => {
      const next = relations.object(object);
      const { depth = '', direction = '', level = '', colour = '' } = state;
      if (next) open(hashOf('explore', next.slug, { depth, direction, level, colour }));
    },
    [relations, open, state],
  );
  const pick = (object: SiteObject) => {
    if (picking === 'to') setState({ to: object.slug, at: '', depth: '' });
    else open(hashOf('explore', object.slug, { ...state, at: '', object: '' }));
  };
  if (slug !== '' && !focus) return <NotFound kind="element" slug={slug} />;
  const selected = relations.object(state.object ?? '');
  return (
    <main class="diagram">
      <header class="toolbar">
        <h1>Explore</h1>
        <button type="button" class="field" onClick={() => setPicking('focus')}>
          {focus ? focus.name : 'Choose an element…'}
        </button>
        {focus && (
          <>
            <button type="button" class="field" onClick={() => setPicking('to')}>
              {to ? `to ${to.name}` : 'Paths to…'}
            </button>
            {to && (
              <button
                type="button"
                aria-label="Remove the other end"
                onClick={() => setState({ to: '', at: '', depth: '' })}
              >
                ×
              </button>
            )}
            <SelectField
              label={to ? 'Paths' : 'Depth'}
              options={to ? LENGTHS : DEPTHS}
              value={state.depth ?? (to ? '0' : '1')}
              onChange={(depth) => setState({ depth })}
            />
            <SelectField
              label="Direction"
              options={DIRECTIONS}
              value={state.direction ?? 'both'}
              onChange={(direction) => setState({ direction })}
            />
            <SelectField
              label="Down to"
              options={LEVELS}
              value={state.level ?? ''}
              onChange={(level) => setState({ level })}
            />
            <OverlayField value={state.colour} onChange={(colour) => setState({ colour })} />
          </>
        )}
      </header>
      {colours && <Legend overlay={colours} />}
      <div class="stage">
        {focus ? (
          <Result
            result={explored}
            restyle={colours?.restyle}
            focus={focus}
            to={to}
            selected={selected?.id}
            onSelect={select}
            onOpen={centre}
          />
        ) : (
          <Introduction onPick={() => setPicking('focus')} />
        )}
        {selected && <DetailsPanel object={selected} onClose={() => select('')} />}
      </div>
      {picking && (
        <SearchDialog
          label={picking === 'to' ? 'Other end of the paths' : 'Element to explore'}
          onPick={pick}
          onClose={() => setPicking(undefined)}
        />
      )}
    </main>
  );
}

function Introduction({ onPick }: { onPick: () => void }) {
  return (
    <section class="empty">
      <h2>What is around an element?</h2>
      <p>
        Choose an element to see what it uses and what uses it, or the paths that lead from it to another one.
      </p>
      <button type="button" class="primary" onClick={onPick}>
        Choose an element
      </button>
    </section>
  );
}

interface ResultProps {
  result: ExploreResult | Error | undefined;
  restyle: Restyle | undefined;
  focus: SiteObject;
  to: SiteObject | undefined;
  selected: string | undefined;
  onSelect: (object: string) => void;
  onOpen: (object: string) => void;
}

function Result({ result, restyle, focus, to, selected, onSelect, onOpen }: ResultProps) {
  const { route, setState } = useSite();
  const onMove = useCallback((at: string, was: string) => setState({ at }, { at: was }), [setState]);
  if (result === undefined)
    return (
      <p class="empty" role="status">
        Drawing…
      </p>
    );
  if (result instanceof Error)
    return (
      <p class="empty" role="alert">
        {result.message}
      </p>
    );
  if (result === 'none')
    return (
      <p class="empty" role="status">
        No path connects {focus.name} and {to?.name} in this direction.
      </p>
    );
  if ('boxes' in result)
    return (
      <p class="empty" role="status">
        {result.boxes} boxes and {result.lines} lines are too many for a picture. Choose a smaller depth, or a
        higher level.
      </p>
    );
  return (
    <Canvas
      key={`${focus.id} ${to?.id}`}
      label={result.scene.title}
      drawing={result}
      restyle={restyle}
      selected={selected}
      position={route.state.at}
      onMove={onMove}
      onSelect={onSelect}
      onOpen={onOpen}
    />
  );
}

function requestOf(
  focus: SiteObject,
  to: SiteObject | undefined,
  state: Readonly<Record<string, string>>,
): Exploration {
  const { direction = '', level = '', depth } = state;
  const isOne = <Key extends string>(options: Record<Key, string>, key: string): key is Key =>
    Object.hasOwn(options, key) && key !== '';
  return {
    focus: focus.id,
    to: to?.id,
    depth: Math.max(0, Number(depth ?? (to ? 0 : 1)) || 0),
    direction: isOne(DIRECTIONS, direction) ? direction : 'both',
    ...(isOne(LEVELS, level) && { level: level as Exclude<Exploration['level'], undefined> }),
  };
}

/** The last result stays until the next one has arrived, unless the request has another centre. */
function useExploration(request: Exploration | undefined): ExploreResult | Error | undefined {
  const { data } = useSite();
  const [result, setResult] = useState<{ of: string; result: ExploreResult | Error }>();
  const key = JSON.stringify(request);
  const of = `${request?.focus} ${request?.to}`;
  useEffect(() => {
    if (key === undefined) return;
    let isCurrent = true;
    const show = (found: ExploreResult | Error) => isCurrent && setResult({ of, result: found });
    layOutExploration(data, JSON.parse(key) as Exploration).then(show, show);
    return () => {
      isCurrent = false;
    };
  }, [data, key]);
  return result?.of === of ? result.result : undefined;
}
