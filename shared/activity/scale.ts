import { counted, event } from './activity-event.ts'

export const scaleEvents = {
  'scale.set': event<{ fileName: string }>({
    inList: ({ fileName = 'an image' }) => `set the scale of ${fileName}`,
    inBell: ({ fileName = 'an image' }, project) => `set the scale of ${fileName} in ${project}`,
    audit: 'scale.set',
    blind: 'hidden'
  }),
  'scale.removed': event<{ fileName: string }>({
    inList: ({ fileName = 'an image' }) => `removed the scale of ${fileName}`,
    inBell: ({ fileName = 'an image' }, project) => `removed the scale of ${fileName} in ${project}`,
    audit: 'scale.removed',
    blind: 'hidden'
  }),
  'scale.applied': event<{ count: number }>({
    inList: ({ count }) => `set the scale of ${counted(count, 'image')}`,
    inBell: ({ count }, project) => `set the scale of ${counted(count, 'image')} in ${project}`,
    audit: 'scale.applied',
    blind: 'hidden'
  }),
  'scale.corrected': event<{ count: number }>({
    inList: ({ count }) => `corrected the scale of ${counted(count, 'rotated image')}, whose areas were too large`,
    inBell: ({ count }, project) => `corrected the scale of ${counted(count, 'rotated image')} in ${project}, whose areas were too large`,
    notAudited: 'a database upgrade makes this change, not a call',
    blind: 'shown'
  }),
  'scale.settings.changed': event({
    inList: () => 'changed the laser and camera settings of the project',
    inBell: (_, project) => `changed the laser and camera settings of ${project}`,
    audit: 'scale.settings.changed',
    blind: 'shown'
  })
}
