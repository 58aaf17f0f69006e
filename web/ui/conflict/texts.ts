export const texts = {
  label: 'Changed by someone else',
  title: (subject: string) => `Someone else changed ${subject} while you were editing`,
  about: 'Nothing is lost. Choose a value for each field, then save.',
  sides: { mine: 'Yours', theirs: 'Theirs' },
  empty: 'empty',
  discard: 'Discard my changes',
  save: 'Save what I chose'
}
