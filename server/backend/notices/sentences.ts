import type { Activity } from '../../../shared/contracts/projects.ts'

/** What happened, as a sentence for the bell of an account. */
export function sentenceOf(activity: Activity, accountId: string): string {
  const { event, detail, actorName, projectTitle } = activity
  const project = `“${projectTitle}”`
  const member = String(detail.member ?? 'somebody')
  switch (event) {
    case 'project.created':
      return `${actorName} started ${project}`
    case 'project.revised':
      return `${actorName} changed ${project}`
    case 'project.restored':
      return `${actorName} brought ${project} back`
    case 'member.added':
      return `${actorName} added ${member} to ${project}`
    case 'member.changed':
      return `${actorName} made ${member} ${detail.role} of ${project}`
    case 'member.removed':
      return `${actorName} removed ${member} from ${project}`
    case 'member.left':
      return `${actorName} left ${project}`
    case 'media.added':
      return `${actorName} added ${Number(detail.count) > 1 ? `${detail.count} files` : (detail.fileName ?? 'media')} to ${project}`
    case 'media.removed':
      return `${actorName} removed ${detail.fileName ?? 'media'} from ${project}`
    case 'media.metadata.attached':
      return detail.fileName
        ? `${actorName} filled in facts of ${detail.count} images of ${project}`
        : `${actorName} attached a metadata table to ${project}`
    case 'media.clock.answered':
      return `${actorName} set the camera clock of ${detail.count} images of ${project} to ${detail.zone}`
    case 'annotation.commented':
      return isMention(activity, accountId)
        ? `${actorName} mentioned you on ${detail.fileName ?? 'an image'} in ${project}`
        : `${actorName} wrote about an annotation on ${detail.fileName ?? 'an image'} in ${project}`
    case 'annotations.commented':
      return isMention(activity, accountId)
        ? `${actorName} mentioned you on ${detail.count} annotations in ${project}`
        : `${actorName} wrote about ${detail.count} annotations in ${project}`
    case 'annotations.imported':
      return `${actorName} imported ${detail.count} annotations into ${project}`
    case 'annotations.import.undone':
      return `${actorName} undid an import of ${detail.count} annotations in ${project}`
    case 'export.started':
      return `${actorName} exported ${detail.fileName ?? 'the annotations'} of ${project}`
    case 'media.assigned':
      return `${actorName} assigned ${detail.count} images of ${project} to sites`
    case 'attributeField.created':
      return `${actorName} now asks for ${detail.name} in ${project}`
    case 'scale.corrected':
      return `${actorName} put the scale of turned images of ${project} right: areas were too large (${detail.count})`
    case 'survey.created':
      return `${actorName} added the survey ${detail.name} to ${project}`
    case 'site.created':
      return `${actorName} added ${detail.name ? `the site ${detail.name}` : 'a site'} to ${project}`
    case 'navigation.added':
      return `${actorName} added the track ${detail.name} to ${project}`
    case 'navigation.placed':
      return `${actorName} placed ${detail.count} images of ${project} by the track ${detail.name}`
    case 'navigation.undone':
      return `${actorName} took the placing of ${detail.count} images of ${project} back`
    case 'publication.revised':
      return `${actorName} described the data set of ${project} for publication`
    case 'generalisation.created':
    case 'generalisation.revised':
    case 'generalisation.removed':
      return `${actorName} changed which places of ${project} are generalised`
    case 'annotation-session.planned':
      return `${actorName} planned the blind session ${detail.name} in ${project}`
    case 'annotation-session.ended':
      return `${actorName} ended the blind session ${detail.name} in ${project}`
    case 'annotation-session.limits.changed':
      return `${actorName} changed when marks of the blind session ${detail.name} in ${project} match: ${detail.after}`
    default:
      return `${actorName} worked on ${project}`
  }
}

/** Whether someone else named the account in a comment. */
export const isMention = ({ actorId, detail }: Activity, accountId: string): boolean =>
  actorId !== accountId &&
  String(detail.mentions ?? '')
    .split(' ')
    .includes(accountId)
