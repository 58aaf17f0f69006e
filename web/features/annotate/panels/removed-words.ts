/** UI strings of the removed annotations. */
export const words = {
  noLabel: 'no label',
  failed: 'The removed annotations could not be loaded',
  none: 'Nothing has been removed from this image.',
  you: 'you',
  by: (shape: string, name: string) => `${shape}, removed by ${name} `,
  restore: 'Restore'
}
