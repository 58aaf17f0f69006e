import { formatCount } from '../../../ui/format.ts'

export const texts = {
  title: 'Map layers',
  sources: 'Sources of the map layers',
  otherProjection: 'Not in this projection.',
  farBelow: 'Zoom in to see this layer.',
  failed: (count: number, reason: string) => `${formatCount(count, 'tile')} could not be loaded. ${reason}`,
  unknown: 'The server gave no reason.',
  retry: 'Try again',
  retryOf: (name: string) => `Load ${name} again`
}
