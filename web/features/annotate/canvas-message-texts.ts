import type { CorrectionName } from '../../canvas/corrections.ts'

export const texts = {
  correctionNames: {
    exposure: 'exposure',
    contrast: 'contrast',
    gamma: 'gamma',
    whiteBalance: 'white balance',
    localContrast: 'local contrast',
    stretch: 'channel stretch'
  } satisfies Record<CorrectionName, string>,
  withoutCard: 'Drawn without a graphics card: slower',
  withoutCorrections: (names: readonly string[]) =>
    `Drawn without a graphics card: slower, and without ${new Intl.ListFormat('en', { type: 'conjunction' }).format(names)}`
}
