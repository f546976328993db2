-- Two more formats of webhooks: alerts for a Prometheus Alertmanager, and a body of one's own.
alter table webhooks drop constraint webhooks_format_check;
alter table webhooks add constraint webhooks_format_check
  check (format in (
    'envelope', 'slack', 'teams', 'discord', 'pagerduty', 'ntfy', 'telegram', 'alertmanager', 'template'
  ));
