import { event } from './activity-event.ts'

export const projectEvents = {
  'project.created': event<{ title: string }>({
    inList: () => 'started the project',
    inBell: (_, project) => `started ${project}`,
    audit: 'project.created',
    blind: 'shown'
  }),
  'project.revised': event<{ title: string; fields: string }>({
    inList: () => 'changed the project',
    inBell: (_, project) => `changed ${project}`,
    audit: 'project.revised',
    blind: 'shown'
  }),
  'project.deleted': event<{ title: string }>({
    inList: () => 'deleted the project',
    inBell: (_, project) => `deleted ${project}`,
    audit: 'project.deleted',
    blind: 'shown'
  }),
  'project.restored': event<{ title: string }>({
    inList: () => 'restored the project',
    inBell: (_, project) => `restored ${project}`,
    audit: 'project.restored',
    blind: 'shown'
  }),
  'member.added': event<{ member: string; memberId: string; role: string }>({
    inList: ({ member = 'a member', role }) => `added ${member}${role ? ` as ${role}` : ''}`,
    inBell: ({ member = 'a member' }, project) => `added ${member} to ${project}`,
    audit: 'project.member.added',
    blind: 'shown'
  }),
  'member.joined': event<{ role: string }>({
    inList: ({ role }) => `joined through an invitation link${role ? ` as ${role}` : ''}`,
    inBell: ({ role }, project) => `joined ${project} through an invitation link${role ? ` as ${role}` : ''}`,
    audit: 'project.invitation.accepted',
    blind: 'shown'
  }),
  'member.changed': event<{ member: string; memberId: string; role: string }>({
    inList: ({ member = 'a member', role = 'something else' }) => `made ${member} ${role}`,
    inBell: ({ member = 'a member', role = 'something else' }, project) => `made ${member} ${role} of ${project}`,
    audit: 'project.member.changed',
    blind: 'shown'
  }),
  'member.removed': event<{ member: string; memberId: string }>({
    inList: ({ member = 'a member' }) => `removed ${member}`,
    inBell: ({ member = 'a member' }, project) => `removed ${member} from ${project}`,
    audit: 'project.member.removed',
    blind: 'shown'
  }),
  'member.left': event<{ member: string; memberId: string }>({
    inList: () => 'left the project',
    inBell: (_, project) => `left ${project}`,
    audit: 'project.member.removed',
    blind: 'shown'
  })
}
