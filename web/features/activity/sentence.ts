import type { Activity } from '../../../shared/contracts/projects.ts'

type Detail = Activity['detail']

const gridWords = (grid: unknown) => (grid === 'hidden' ? 'withheld' : `a grid of ${grid}°`)

/** What was done, to stand after the name of who did it. */
const deeds: Record<string, (detail: Detail) => string> = {
  'project.created': () => 'started the project',
  'project.revised': () => 'changed the project',
  'project.deleted': () => 'deleted the project',
  'project.restored': () => 'brought the project back',
  'media.added': ({ fileName, count }) => `added ${Number(count) > 1 ? `${count} files` : (fileName ?? 'a media item')}`,
  'media.revised': ({ fileName }) => `corrected ${fileName ?? 'a media item'}`,
  'media.removed': ({ fileName }) => `removed ${fileName ?? 'a media item'}`,
  'media.metadata.attached': ({ count, fileName }) =>
    fileName ? `filled in facts of ${count ?? 'some'} images from ${fileName}` : 'attached a metadata table',
  'media.clock.answered': ({ count, zone }) => `set the camera clock of ${count ?? 'some'} images to ${zone ?? 'a zone'}`,
  'annotation.commented': ({ fileName }) => `wrote about an annotation on ${fileName ?? 'an image'}`,
  'annotations.commented': ({ count }) => `wrote about ${count ?? 'some'} annotations`,
  'annotations.imported': ({ count, fileName }) => `imported ${count ?? 'some'} annotations from ${fileName ?? 'a file'}`,
  'annotations.import.undone': ({ count, fileName }) =>
    `undid the import of ${fileName ?? 'a file'}: ${count ?? 'some'} annotations removed`,
  'export.started': ({ fileName }) => `exported ${fileName ?? 'the annotations'}`,
  'annotation-session.planned': ({ name }) => `planned the blind session ${name ?? ''}`.trim(),
  'annotation-session.ended': ({ name }) => `ended the blind session ${name ?? ''}`.trim(),
  'annotation-session.limits.changed': ({ name, before, after }) =>
    `changed when marks of the blind session ${name ?? ''} match: ${after} instead of ${before}`,
  'media.assigned': ({ count }) => `assigned ${count ?? 'some'} images to sites`,
  'scale.set': ({ fileName }) => `set the scale of ${fileName ?? 'an image'}`,
  'scale.removed': ({ fileName }) => `took the scale of ${fileName ?? 'an image'} away`,
  'scale.applied': ({ count }) => `gave ${count ?? 'some'} images a scale`,
  'scale.corrected': ({ count }) => `put the scale of turned images right: areas were too large (${count ?? 'some'})`,
  'scale.settings.changed': () => 'changed lasers and camera of the project',
  'attributeField.created': ({ name }) => `added the attribute ${name ?? ''}`.trim(),
  'attributeField.removed': ({ name }) => `deleted the attribute ${name ?? ''}`.trim(),
  'survey.created': ({ name }) => `added the survey ${name ?? ''}`.trim(),
  'survey.removed': ({ name }) => `deleted the survey ${name ?? ''}`.trim(),
  'site.created': ({ name }) => (name ? `added the site ${name}` : 'added a site'),
  'site.removed': ({ name }) => (name ? `deleted the site ${name}` : 'deleted a site'),
  'navigation.added': ({ name }) => `added the track ${name ?? ''}`.trim(),
  'navigation.removed': ({ name }) => `deleted the track ${name ?? ''}`.trim(),
  'navigation.restored': ({ name }) => `brought the track ${name ?? ''} back`,
  'navigation.placed': ({ name, count }) => `placed ${count ?? 'some'} images by the track ${name ?? ''}`.trim(),
  'navigation.undone': ({ count }) => `took the placing of ${count ?? 'some'} images back`,
  'publication.revised': () => 'described the data set for publication',
  'generalisation.created': ({ name, grid }) => `made a rule for places of ${name || 'the project'}: ${gridWords(grid)}`,
  'generalisation.revised': ({ name, grid }) => `changed the rule for places of ${name || 'the project'}: ${gridWords(grid)}`,
  'generalisation.removed': ({ name }) => `removed the rule for places of ${name || 'the project'}`,
  'member.added': ({ member, role }) => `added ${member ?? 'somebody'}${role ? ` as ${role}` : ''}`,
  'member.joined': ({ role }) => `joined by an invitation link${role ? ` as ${role}` : ''}`,
  'member.changed': ({ member, role }) => `made ${member ?? 'somebody'} ${role ?? 'something else'}`,
  'member.removed': ({ member }) => `removed ${member ?? 'somebody'}`,
  'member.left': () => 'left the project'
}

/** `added dive-12.jpg`; an event that this app does not know yet is said by its name. */
export function deedOf({ event, detail }: Pick<Activity, 'event' | 'detail'>): string {
  return deeds[event]?.(detail) ?? event.replaceAll('.', ' ')
}
