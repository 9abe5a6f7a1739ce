-- Enqueues the job that cancels an open payment.
create or replace function enqueue_payment_end(p_checkout bigint) returns void
language plpgsql as $$
begin
  perform graphile_worker.add_job('cancel-payment', json_build_object('checkoutId', p_checkout),
    job_key => 'cancel-payment-' || p_checkout, max_attempts => 25);
end $$;
