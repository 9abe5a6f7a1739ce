/** The output of a command of the command line. */
export interface CommandOutput {
  text: string;
  /** The output for programs: with `--json` it is printed instead of the text (office.md 12). */
  data: object;
}
