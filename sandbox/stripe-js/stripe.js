// A stand-in for Stripe.js: what @stripe/stripe-js and @stripe/react-stripe-js use of it for card
// payments with the payment element. The card fields live in a frame of the sandbox's origin, so
// the page never sees a card number, and the frame rules of its policy are put to the test.
(() => {
  const ORIGIN = new URL(document.currentScript.src).origin;
  const CONNECT_TIMEOUT = 10_000;
  const TEXTS = {
    card: { de: 'Kartendaten (Testbetrieb)', en: 'Card details (test mode)' },
    authentication: {
      de: 'Authentifizierung (Testbetrieb)',
      en: 'Complete authentication (test mode)',
    },
    offline: {
      de: 'Der Zahlungsdienst ist nicht erreichbar. Bitte versuchen Sie es erneut.',
      en: 'The payment service cannot be reached. Please try again.',
    },
  };

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }

  /** The language of a locale such as 'de-AT'; 'auto' asks the browser. */
  function languageOf(locale) {
    const name = !locale || locale === 'auto' ? navigator.language : locale;
    return /^de\b/i.test(name) ? 'de' : 'en';
  }

  const textOf = (name, locale) => TEXTS[name][languageOf(locale)];
  const offline = (locale) => ({
    type: 'api_connection_error',
    message: textOf('offline', locale),
  });

  /** Listeners of one object, as `on`, `once` and `off` of Stripe.js. */
  function makeListeners() {
    const byName = new Map();
    const of = (name) => byName.get(name) ?? [];
    const listeners = {
      on: (name, run) => byName.set(name, [...of(name), run]),
      off: (name, run) =>
        byName.set(
          name,
          of(name).filter((other) => run && other !== run && other.run !== run),
        ),
      once: (name, run) => {
        const first = (event) => {
          listeners.off(name, first);
          run(event);
        };
        first.run = run;
        listeners.on(name, first);
      },
      tell: (name, event) => of(name).forEach((run) => run(event)),
    };
    return listeners;
  }

  /** A frame of the sandbox and a line to it: requests with answers, and news from it. */
  function openFrame(path, title, hello, onNews) {
    const frame = document.createElement('iframe');
    frame.src = ORIGIN + path;
    frame.title = title;
    // Through the object model: a policy without inline styles forbids the attribute.
    Object.assign(frame.style, { border: '0', display: 'block', width: '100%', height: '260px' });
    const { port1: port, port2 } = new MessageChannel();
    const answers = new Map();
    port.addEventListener('message', ({ data }) => {
      if (data.answer === undefined) onNews(data.news, data.content);
      else answers.get(data.answer)?.(data.content);
    });
    port.start();
    let asked = 0;
    const ask = (question, content) =>
      new Promise((resolve) => {
        asked += 1;
        answers.set(asked, resolve);
        port.postMessage({ question, content, number: asked });
      });
    const connect = () =>
      frame.contentWindow.postMessage({ sandbox: 'connect', ...hello }, ORIGIN, [port2]);
    frame.addEventListener('load', connect, { once: true });
    return { frame, ask };
  }

  /** The payment element of one `elements` group. */
  function createPaymentElement(group, options) {
    const listeners = makeListeners();
    let opened;
    let timer;
    const tell = (name, more) => listeners.tell(name, { elementType: 'payment', ...more });
    const onNews = (name, content) => {
      if (name === 'height') opened.frame.style.height = `${content}px`;
      else tell(name, content);
      if (name === 'ready' || name === 'loaderror') clearTimeout(timer);
    };
    const element = {
      on: (name, run) => (listeners.on(name, run), element),
      once: (name, run) => (listeners.once(name, run), element),
      off: (name, run) => (listeners.off(name, run), element),
      mount(target) {
        const parent = typeof target === 'string' ? document.querySelector(target) : target;
        if (!parent) throw new IntegrationError('The element to mount on does not exist.');
        const { key, clientSecret, locale, appearance, fonts } = group.settings;
        const hello = { key, clientSecret, locale, appearance, fonts };
        opened = openFrame('/card', textOf('card', locale), hello, onNews);
        parent.replaceChildren(opened.frame);
        tell('loaderstart');
        const timedOut = () => tell('loaderror', { error: offline(locale) });
        timer = setTimeout(timedOut, CONNECT_TIMEOUT);
      },
      unmount() {
        clearTimeout(timer);
        opened?.frame.remove();
        opened = undefined;
      },
      destroy() {
        element.unmount();
        group.forget(element);
      },
      update: (more) => (Object.assign(options, more), element),
      focus: () => void opened?.ask('focus'),
      blur: () => opened?.frame.blur(),
      clear: () => void opened?.ask('clear'),
      collapse: () => element,
    };
    /** Asks the frame, for `elements` and `confirmPayment`. */
    const ask = async (question, content) => {
      if (opened) return opened.ask(question, content);
      throw new IntegrationError('The payment element must be mounted first.');
    };
    return { element, ask };
  }

  /** `stripe.elements(…)`. */
  function createGroup(key, options) {
    const listeners = makeListeners();
    const settings = { key, ...options };
    let payment;
    const elements = {
      create(type, elementOptions = {}) {
        if (type !== 'payment') throw new IntegrationError(`The sandbox has no ${type} element.`);
        if (payment) throw new IntegrationError('Can only create one Element of type payment.');
        payment = createPaymentElement(group, { ...elementOptions });
        return payment.element;
      },
      getElement: (type) => (type === 'payment' ? (payment?.element ?? null) : null),
      async update(more) {
        Object.assign(settings, more);
        await payment?.ask('update', more).catch(() => undefined);
        listeners.tell('update-end');
      },
      async fetchUpdates() {
        return (await payment?.ask('fetchUpdates')) ?? {};
      },
      async submit() {
        const error = await group.ask('validate');
        return error ? { error } : { selectedPaymentMethod: 'card' };
      },
      on: (name, run) => (listeners.on(name, run), elements),
    };
    const group = {
      elements,
      settings,
      forget: () => (payment = undefined),
      ask: async (question, content) => {
        if (!payment) throw new IntegrationError('A payment element must be created first.');
        return payment.ask(question, content);
      },
    };
    groups.set(elements, group);
    return elements;
  }
  const groups = new WeakMap();

  /** Shows the authentication in a dialog; gives the intent as it is afterwards. */
  function askAuthentication(hello) {
    const dialog = document.createElement('dialog');
    const title = textOf('authentication', hello.locale);
    dialog.setAttribute('aria-label', title);
    Object.assign(dialog.style, {
      border: '0',
      padding: '0',
      width: 'min(30rem, calc(100vw - 2rem))',
      overflow: 'hidden',
    });
    return new Promise((resolve) => {
      const onNews = (name, content) => {
        if (name === 'height') frame.style.height = `${content}px`;
        if (name !== 'done') return;
        dialog.close();
        dialog.remove();
        resolve(content);
      };
      const { frame, ask } = openFrame('/authenticate', title, hello, onNews);
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        void ask('fail');
      });
      dialog.append(frame);
      document.body.append(dialog);
      dialog.showModal();
      frame.focus();
    });
  }

  /** Goes on to the return page, as Stripe.js does; the promise never resolves. */
  function leaveFor(returnUrl, { id, client_secret: secret, status }) {
    const url = new URL(returnUrl);
    url.searchParams.set('payment_intent', id);
    url.searchParams.set('payment_intent_client_secret', secret);
    url.searchParams.set('redirect_status', status === 'processing' ? 'pending' : 'succeeded');
    location.assign(url);
    return new Promise(() => {});
  }

  const unsupported = (name) => async () => {
    throw new IntegrationError(`The sandbox has no ${name}: use the payment element.`);
  };

  function Stripe(key, stripeOptions = {}) {
    if (typeof key !== 'string' || !key.startsWith('pk_')) {
      throw new IntegrationError('Please call Stripe() with your publishable key (pk_…).');
    }
    async function retrievePaymentIntent(clientSecret) {
      const query = new URLSearchParams({ key, client_secret: clientSecret });
      try {
        const path = `/v1/payment_intents/${String(clientSecret).split('_secret_')[0]}?${query}`;
        const content = await (await fetch(ORIGIN + path)).json();
        return content.error ? { error: content.error } : { paymentIntent: content };
      } catch {
        return { error: offline(stripeOptions.locale) };
      }
    }

    async function handleNextAction({ clientSecret }, settings = stripeOptions) {
      const now = await retrievePaymentIntent(clientSecret);
      if (now.paymentIntent?.status !== 'requires_action') return now;
      const { locale, appearance, fonts } = settings;
      return askAuthentication({ key, clientSecret, locale, appearance, fonts });
    }

    async function confirmPayment(options) {
      const group = groups.get(options?.elements);
      if (!group) throw new IntegrationError('confirmPayment needs `elements`.');
      const clientSecret = options.clientSecret ?? group.settings.clientSecret;
      const returnUrl = options.confirmParams?.return_url;
      if (!clientSecret) throw new IntegrationError('confirmPayment needs a client secret.');
      if (!returnUrl && options.redirect !== 'if_required') {
        throw new IntegrationError('confirmPayment needs confirmParams.return_url.');
      }
      let result = await group.ask('confirm', { clientSecret, returnUrl });
      if (result.paymentIntent?.status === 'requires_action') {
        result = await handleNextAction({ clientSecret }, group.settings);
      }
      if (result.error || options.redirect === 'if_required') return result;
      return leaveFor(returnUrl, result.paymentIntent);
    }

    return {
      elements: (options = {}) => createGroup(key, { locale: stripeOptions.locale, ...options }),
      confirmPayment,
      retrievePaymentIntent,
      handleNextAction,
      createToken: unsupported('createToken'),
      createPaymentMethod: unsupported('createPaymentMethod'),
      confirmCardPayment: unsupported('confirmCardPayment'),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }
  // The name of the release train: @stripe/stripe-js compares it with its own.
  Stripe.version = 'endive';
  window.Stripe = Stripe;
})();
