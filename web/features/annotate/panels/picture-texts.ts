export const texts = {
  label: 'Picture',
  changed: 'Picture: changed',
  about: 'For display only: the file is not changed. Stored in this browser for this project.',
  stretch: 'Stretch each channel',
  from: (channel: string) => `${channel} from`,
  to: (channel: string) => `${channel} to`,
  reset: 'Reset to original',
  exposure: 'Exposure',
  contrast: 'Contrast',
  gamma: 'Gamma',
  localContrast: 'Local contrast',
  channels: ['Red', 'Green', 'Blue']
}
