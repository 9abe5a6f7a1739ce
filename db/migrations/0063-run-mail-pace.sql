-- The first mail of a run makes the row: a migration's row would be in the way of a restore.
delete from run_mail_pace;
