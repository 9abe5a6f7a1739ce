import { noSuch } from '../api/failure.ts';
import { listPage } from '../api/list-page.ts';
import { readBoolean, readList, readText, PAGE_PARAMS, refuseUnknown } from '../api/params.ts';
import type { Call, Route } from '../api/route.ts';
import { renderEvent } from '../webhooks/record-event.ts';

/** The routes under /v1/events. */
export const eventRoutes: Route[] = [
  { name: 'GET /v1/events', run: list },
  { name: 'GET /v1/events/:id', run: retrieve },
];

function list({ context, params }: Call): object {
  refuseUnknown(params, [...PAGE_PARAMS, 'delivery_success', 'type', 'types']);
  const type = readText(params, 'type');
  const types = readList(params, 'types');
  const success =
    params['delivery_success'] === undefined ? undefined : readBoolean(params, 'delivery_success');
  return listPage(context.state.events, params, {
    url: '/v1/events',
    filter: (event) =>
      (type === undefined || matches(type, event.type)) &&
      (types === undefined || types.some((one) => matches(one, event.type))) &&
      (success === undefined || (event.delivery === 'delivered') === success),
    render: renderEvent,
  });
}

function matches(wanted: string, type: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;
}

function retrieve({ context, id }: Call): object {
  const event = context.state.events.get(id);
  if (!event) throw noSuch('event', id);
  return renderEvent(event);
}
