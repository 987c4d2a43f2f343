import { useEffect, useMemo } from 'preact/hooks';
import type { Restyle } from '../../site/picture.js';
import type { SiteDrawing, SiteFlow, SiteStep } from '../../site/types.js';
import { Canvas } from '../canvas/canvas.js';
import { Html } from '../parts/html.js';
import { NotFound } from '../parts/not-found.js';
import { useDrawing } from '../parts/picture.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';
import { chosenSteps } from './chosen-steps.js';

/** A flow, step by step: the diagram shows the current step. Arrow keys move, and a branch is chosen in the list. */
export function FlowView({ slug }: { slug: string }) {
  const { data, relations, route, setState } = useSite();
  const flow = data.flows.find((it) => it.slug === slug);
  const diagram = relations.diagram(flow?.diagram ?? '');
  const loaded = useDrawing(diagram?.isDrawn ? diagram.slug : undefined);
  const drawing = loaded instanceof Error ? undefined : loaded;
  const { state } = route;
  const paths = useMemo(() => (state.paths ?? '').split(',').filter((it) => it !== ''), [state.paths]);
  const steps = useMemo(() => (flow ? chosenSteps(flow.steps, paths) : []), [flow, paths]);
  const at = Math.max(
    0,
    steps.findIndex(({ id }) => id === state.step),
  );
  const step = steps[at];
  const restyle = useMemo(() => (drawing && step ? emphasized(drawing, step) : undefined), [drawing, step]);
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return;
      const move = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
      const next = move === undefined ? undefined : steps[at + move];
      if (next) setState({ step: next.id });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [steps, at, setState]);
  if (!flow) return <NotFound kind="flow" slug={slug} />;
  const choose = (step: SiteStep, path: string) => {
    const own = new Set((step.paths ?? []).map(({ id }) => id));
    setState({ paths: [...paths.filter((it) => !own.has(it)), path].join(',') });
  };
  return (
    <main class="diagram">
      <header class="toolbar">
        <div class="title">
          <nav class="breadcrumbs" aria-label="Levels above">
            <a href={hashOf('')}>Start</a>
            {diagram && (
              <>
                <span aria-hidden="true"> / </span>
                <a href={hashOf('diagrams', diagram.slug)}>{diagram.name}</a>
              </>
            )}
          </nav>
          <h1>{flow.name}</h1>
        </div>
        <small>
          Step {at + 1} of {steps.length}
        </small>
        <button type="button" disabled={at === 0} onClick={() => setState({ step: steps[at - 1]?.id ?? '' })}>
          Back
        </button>
        <button
          type="button"
          disabled={at >= steps.length - 1}
          onClick={() => setState({ step: steps[at + 1]?.id ?? '' })}
        >
          Next
        </button>
      </header>
      <div class="stage">
        {drawing && <Canvas label={flow.name} drawing={drawing} restyle={restyle} />}
        <aside class="panel steps" aria-label="Steps">
          <Html html={flow.html} />
          <Steps
            flow={flow}
            steps={steps}
            current={step}
            paths={paths}
            onStep={(id) => setState({ step: id })}
            onChoose={choose}
          />
        </aside>
      </div>
    </main>
  );
}

interface StepsProps {
  flow: SiteFlow;
  steps: readonly SiteStep[];
  current: SiteStep | undefined;
  paths: readonly string[];
  onStep: (id: string) => void;
  onChoose: (step: SiteStep, path: string) => void;
}

function Steps({ steps, current, paths, onStep, onChoose }: StepsProps) {
  const { relations } = useSite();
  return (
    <ol>
      {steps.map((step) => {
        const next = relations.flow(step.flow ?? '');
        const ends = [step.origin, step.target].flatMap((id) => relations.object(id ?? '')?.name ?? []);
        return (
          <li key={step.id} class={step === current ? 'current' : ''}>
            <button
              type="button"
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onStep(step.id)}
            >
              {ends.length > 0 && <span class="ends">{ends.join(' → ')}</span>}
              {step.number !== undefined && <b>{step.number}. </b>}
              {step.text}
            </button>
            <Html html={step.html} />
            {next && <a href={hashOf('flows', next.slug)}>Continue with {next.name}</a>}
            {(step.paths ?? []).map(({ id, name }, index) => (
              <label key={id}>
                <input
                  type="radio"
                  name={step.id}
                  checked={
                    paths.includes(id) ||
                    (index === 0 && !(step.paths ?? []).some((it) => paths.includes(it.id)))
                  }
                  onChange={() => onChoose(step, id)}
                />{' '}
                {name}
              </label>
            ))}
          </li>
        );
      })}
    </ol>
  );
}

/** Dims everything that the step does not pass through. */
function emphasized({ objects, connections }: SiteDrawing, { origin, target, via }: SiteStep): Restyle {
  const ends = new Set([origin, target, via].filter((it) => it !== undefined));
  if (ends.size === 0) return (scene) => scene;
  return (scene) => {
    const strong = new Set(scene.nodes.filter(({ id }) => ends.has(objects[id] ?? '')).map(({ id }) => id));
    const isUsed = (id: string, from: string, to: string): boolean =>
      (strong.has(from) && strong.has(to)) || (connections[id] ?? []).some((it) => it === via);
    return {
      ...scene,
      nodes: scene.nodes.map((node) =>
        strong.has(node.id) || node.type === 'area' ? node : { ...node, dimmed: true },
      ),
      edges: scene.edges.map((edge) =>
        isUsed(edge.id, edge.originId, edge.targetId) ? edge : { ...edge, dimmed: true },
      ),
    };
  };
}
