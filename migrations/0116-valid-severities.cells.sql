-- What 0115 left unread is read here, in a transaction of its own, while everybody reads and writes.
alter table alerts validate constraint alerts_current_severity;
