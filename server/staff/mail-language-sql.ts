/**
 * SQL: the language of mails to a person of table `staff`. Until they choose one, it is that of the latest mail about
 * their access: the invitation's, or the browser's where credentials were changed.
 */
export const mailLanguageSql = `coalesce(staff.language, (
  select m.language from mail m where email_key(m.recipient) = staff.email_key
    and m.kind in ('staff-invitation', 'staff-credentials') order by m.id desc limit 1), 'de')`;
