import type { ReactNode } from 'react';
import { cartTexts } from '#messages/cart.ts';
import { useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { Link } from 'react-router';
import { uiTexts } from '#messages/ui.ts';
import { Icon } from '../ui/icon.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { StaveRule } from '../ui/illustrations.tsx';
import { useFocusIfLost } from '../platform/focus.ts';
import './shop.css';

interface ShopFrameProps {
  /** 1 cart, 2 details, 3 payment, 4 confirmation. */
  step: 1 | 2 | 3 | 4;
  title: string;
  /** Whether the form has errors: the page's title shows it. */
  failed?: boolean;
  /** Between the steps and the heading, on phones. */
  bar?: ReactNode;
  /** Beside the content, from 900 px on. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The frame of all steps of the shop: title, the steps as an elevation profile, two columns. */
export function ShopFrame({ step, title, failed = false, bar, aside, children }: ShopFrameProps) {
  const texts = useTexts(cartTexts);
  // On the confirmation the steps are not links: the cart is empty.
  const to = (path: string) => (step === 4 ? {} : { to: path });
  const steps = [
    { label: texts.stepCart, ...to('/ticketshop') },
    { label: texts.stepDetails, ...to('/ticketshop/checkout') },
    { label: texts.stepPayment },
    { label: texts.stepConfirmation },
  ];
  return (
    <div className="shop">
      <PageHead title={title} failed={failed} noindex />
      <div className="wrap">
        <StepNav label={texts.steps} steps={steps} current={step} />
      </div>
      {bar && <div className="shop__bar">{bar}</div>}
      <div className={aside ? 'wrap shop__columns' : 'wrap shop__single'}>
        <div className="shop__main">
          <h1 className="shop__title" tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
        {aside && <div className="shop__aside">{aside}</div>}
      </div>
    </div>
  );
}

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
function StepNav({ label, steps, current }: StepNavProps) {
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

/** An empty cart: a stave rule without a summit, the text, and a link to the concerts. */
export function EmptyCart({ ended }: { ended: boolean }) {
  const texts = useTexts(cartTexts);
  const heading = useFocusIfLost<HTMLHeadingElement>();
  return (
    <div className="empty empty-cart">
      <StaveRule />
      <h2 ref={heading} tabIndex={-1}>
        {ended ? texts.holdEndedTitle : texts.emptyTitle}
      </h2>
      <p role={ended ? 'alert' : undefined}>{ended ? texts.holdEndedText : texts.emptyText}</p>
      <ButtonLink to="/concerts/all" icon="right">
        {texts.toConcerts}
      </ButtonLink>
    </div>
  );
}
