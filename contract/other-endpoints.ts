// Endpoints without schemas: files, the payment provider's events, operations (api.md). The OpenAPI document lists
// them as well. Zod-free.
import type { ProblemCode } from './problems.ts';

/** An endpoint whose response has no schema in the contract. */
export interface OtherEndpoint {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  /** Content type of success. */
  type: string;
  problems: readonly ProblemCode[];
}

/** All of them, for the documentation (api.md). */
export const otherEndpoints: readonly OtherEndpoint[] = [
  {
    name: 'getFestivalCalendar',
    method: 'GET',
    path: '/concert/calendar.ics',
    summary: 'The calendar of the festival',
    type: 'text/calendar',
    problems: [],
  },
  {
    name: 'getConcertCalendar',
    method: 'GET',
    path: '/concert/:id/calendar.ics',
    summary: 'The calendar of one concert',
    type: 'text/calendar',
    problems: ['not_found'],
  },
  {
    name: 'getDocument',
    method: 'GET',
    path: '/documents/:name',
    summary: "An order's document; its address comes with the order and carries its own token",
    type: 'application/pdf',
    problems: ['not_found', 'document_expired'],
  },
  {
    name: 'receivePaymentEvent',
    method: 'POST',
    path: '/payment/webhook',
    summary: "The payment provider's signed events",
    type: 'application/json',
    problems: ['bad_signature', 'too_large', 'foreign_origin', 'provider_failed'],
  },
  {
    name: 'getHealth',
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process is running',
    type: 'application/json',
    problems: [],
  },
  {
    name: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    summary: 'Whether the database and the job queue respond',
    type: 'application/json',
    problems: [],
  },
  {
    name: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    summary: 'For Prometheus: with METRICS_TOKEN as bearer token, or from this machine',
    type: 'text/plain',
    problems: ['forbidden'],
  },
  {
    name: 'getOpenApi',
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document',
    type: 'application/json',
    problems: [],
  },
  {
    name: 'getApiDocs',
    method: 'GET',
    path: '/api/docs',
    summary: 'This document as a web page',
    type: 'text/html',
    problems: [],
  },
];
