import type { CorrectionName } from '../../canvas/corrections.ts'

/** UI strings of the message about the graphics card. */
export const words = {
  correctionNames: {
    exposure: 'exposure',
    contrast: 'contrast',
    gamma: 'gamma',
    whiteBalance: 'white balance',
    localContrast: 'local contrast',
    stretch: 'channel stretch'
  } satisfies Record<CorrectionName, string>,
  withoutCard: 'No graphics card: drawing is slower',
  withoutCorrections: (names: readonly string[]) =>
    `No graphics card: drawing is slower, without ${new Intl.ListFormat('en', { type: 'conjunction' }).format(names)}`
}
