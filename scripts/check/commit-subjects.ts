/** Rules for the subjects of new commits: at most 72 characters, one thing, no full stop. */
export function checkSubjects(subjects: string[]): string[] {
  return subjects.flatMap((subject) => {
    if (subject.length > 72)
      return [`"${subject}"  has ${subject.length} characters  → at most 72`];
    if (subject.endsWith('.')) return [`"${subject}"  ends in a full stop  → leave it out`];
    if (subject.includes(';')) return [`"${subject}"  says two things  → two commits`];
    return [];
  });
}
