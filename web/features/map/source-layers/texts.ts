import { formatCount } from '../../../ui/format.ts'

export const texts = {
  title: 'Map layers',
  sources: 'Sources of the map layers',
  otherProjection: 'Not in this projection.',
  elsewhere: 'This layer has no data in this view.',
  missing: 'The archive of this layer is missing on the server.',
  unreadable: 'The archive of this layer cannot be read on the server.',
  replaced: 'The archive of this layer was replaced on the server.',
  farBelow: 'Zoom in to see this layer.',
  failed: (count: number, reason: string) => `${formatCount(count, 'tile')} could not be loaded. ${reason}`,
  unknown: 'The server gave no reason.',
  retry: 'Try again',
  retryOf: (name: string) => `Try again: ${name}`
}
