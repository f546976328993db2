-- Why a rule was changed, in the words of who changed it. Null: nothing was said.
alter table rule_versions add column reason text;
