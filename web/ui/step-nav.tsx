import { Link } from 'react-router';
import { uiTexts } from '#messages/ui.ts';
import { useTexts } from '../platform/language.tsx';
import { Icon } from './icon.tsx';
import './step-nav.css';

interface Step {
  label: string;
  /** Past steps with a path are links. */
  to?: string;
}

interface StepNavProps {
  label: string;
  steps: Step[];
  /** 1-based number of the current step; on the last one all are done. */
  current: number;
}

/** The profile up to each waypoint, left to right over a 400 × 100 field; waypoints at 50, 150 … */
const legs = [
  'M0 92 L26 84 L50 80',
  'L78 84 L116 66 L150 64',
  'L178 72 L214 50 L250 42',
  'L276 54 L318 22 L350 16',
  'L364 20 L378 36 L400 40',
];

/** The steps of the shop as an elevation profile with four waypoints (product.md 2). */
export function StepNav({ label, steps, current }: StepNavProps) {
  const done = current >= steps.length ? legs.length : current;
  return (
    <nav className="steps no-print" aria-label={label}>
      <svg
        className="steps__profile"
        viewBox="0 0 400 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className="steps__way" d={legs.join(' ')} />
        <path className="steps__way steps__way--done" d={legs.slice(0, done).join(' ')} />
      </svg>
      <ol className="steps__list">
        {steps.map((step, index) => (
          <Waypoint
            key={step.label}
            step={step}
            number={index + 1}
            current={current}
            last={steps.length}
          />
        ))}
      </ol>
    </nav>
  );
}

function Waypoint(props: { step: Step; number: number; current: number; last: number }) {
  const { step, number, current, last } = props;
  const texts = useTexts(uiTexts);
  const isDone = number < current || current === last;
  const look = [isDone && 'steps__item--done', number === current && 'steps__item--current'];
  const words = (
    <>
      {step.label}
      {isDone && <span className="visually-hidden"> ({texts.stepDone})</span>}
    </>
  );
  const linked = number < current && step.to;
  return (
    <li
      className={['steps__item', ...look].filter(Boolean).join(' ')}
      aria-current={number === current ? 'step' : undefined}
    >
      <span className="steps__dot" aria-hidden="true">
        {isDone ? <Icon name="tick" /> : number}
      </span>
      {linked ? (
        <Link className="steps__label" to={linked}>
          {words}
        </Link>
      ) : (
        <span className="steps__label">{words}</span>
      )}
    </li>
  );
}
