import { counted, event } from './activity-event.ts'

type OnImage = { mediaId: string; fileName: string }

const files = ({ count, fileName }: { count?: number; fileName?: string }) =>
  Number(count) > 1 ? `${count} files` : (fileName ?? 'a media item')

export const mediaEvents = {
  'media.added': event<OnImage & { count: number }>({
    inList: detail => `added ${files(detail)}`,
    inBell: (detail, project) => `added ${files(detail)} to ${project}`,
    audit: 'media.uploaded',
    blind: 'shown'
  }),
  'media.revised': event<OnImage>({
    inList: ({ fileName = 'a media item' }) => `corrected ${fileName}`,
    inBell: ({ fileName = 'a media item' }, project) => `corrected ${fileName} in ${project}`,
    audit: 'media.revised',
    blind: 'hidden'
  }),
  'media.removed': event<OnImage>({
    inList: ({ fileName = 'a media item' }) => `removed ${fileName}`,
    inBell: ({ fileName = 'a media item' }, project) => `removed ${fileName} from ${project}`,
    audit: 'media.deleted',
    blind: 'shown'
  }),
  // With a file name, the facts came from an import; without one, from a metadata table.
  'media.metadata.attached': event<{ count: number; fileName?: string }>({
    inList: ({ count, fileName }) =>
      fileName ? `filled in metadata of ${counted(count, 'image')} from ${fileName}` : 'attached a metadata table',
    inBell: ({ count, fileName }, project) =>
      fileName ? `filled in metadata of ${counted(count, 'image')} in ${project}` : `attached a metadata table to ${project}`,
    audit: 'media.metadata.attached',
    blind: 'shown'
  }),
  'media.clock.answered': event<{ count: number; zone: string; aheadSeconds: number }>({
    inList: ({ count, zone = 'a zone' }) => `set the camera clock of ${counted(count, 'image')} to ${zone}`,
    inBell: ({ count, zone = 'a zone' }, project) => `set the camera clock of ${counted(count, 'image')} in ${project} to ${zone}`,
    audit: 'media.clock.answered',
    blind: 'shown'
  })
}
