-- Since when everything that was wrong is clear: set and cleared with resolve_due_at. The steps of escalations wait meanwhile.
alter table incidents add column cleared_since timestamptz;
-- Whether a person has asked for the next step: it is taken also while everything is clear.
alter table escalation_runs add column is_asked boolean not null default false;
