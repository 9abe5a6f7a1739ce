import { staffTexts } from '#messages/office/staff.ts';
import { useTexts } from '../../platform/language.tsx';
import type { OutputOf } from '../platform/office-context.ts';

type StaffDto = OutputOf<'staff:one'>;

/** The name of a person; an invitation from the command line may have none. */
export const shownName = ({ name, email }: StaffDto): string => name || email;

/** The names of a person's states. */
export function useStaffStates(): Record<StaffDto['state'], string> {
  const texts = useTexts(staffTexts);
  return {
    invited: texts.stateInvited,
    active: texts.stateActive,
    disabled: texts.stateDisabled,
  };
}

/** Describes how a person signs in. */
export function useSignInMethods(): (row: StaffDto) => string {
  const texts = useTexts(staffTexts);
  return ({ isDemo, hasPassword, passkeys }) => {
    if (isDemo) return texts.wayDemo;
    const methods = [
      hasPassword ? texts.wayPassword : '',
      passkeys > 0 ? texts.wayPasskeys({ count: passkeys }) : '',
    ];
    return methods.filter((method) => method !== '').join(', ') || texts.wayNone;
  };
}
