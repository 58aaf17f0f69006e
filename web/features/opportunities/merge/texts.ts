/** UI strings of the dialog that merges two opportunities. */
export const texts = {
  title: 'Merge two opportunities',
  about:
    'One of them stays. Saves, reminders, sources and history of the other follow, and its address leads to the one that stays. The history can separate them again.',
  stays: 'Stays',
  sides: { opened: 'The one that you opened', similar: 'The similar one' },
  onlyStays: (title: string) => `“${title}” stays, because only a published opportunity can stay.`,
  same: 'Both state the same facts.',
  ofKept: 'From the one that stays',
  ofOther: 'From the other',
  reason: 'Reason',
  confirm: 'Merge',
  cancel: 'Cancel',
  done: 'Opportunities merged'
}
