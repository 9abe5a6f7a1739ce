import type { ReactNode } from 'react';
import { cartTexts } from '#messages/cart.ts';
import { useTexts } from '../platform/language.tsx';
import { PageHead } from '../platform/page-head.tsx';
import { StepNav } from '../ui/step-nav.tsx';
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
