import { event, named } from './activity-event.ts'

export const attributeFieldEvents = {
  'attributeField.created': event<{ name: string }>({
    inList: ({ name }) => `added ${named('attribute', name)}`,
    inBell: ({ name }, project) => `added ${named('attribute', name)} to ${project}`,
    audit: 'attributeField.created',
    blind: 'shown'
  }),
  'attributeField.removed': event<{ name: string }>({
    inList: ({ name }) => `deleted ${named('attribute', name)}`,
    inBell: ({ name }, project) => `deleted ${named('attribute', name)} from ${project}`,
    audit: 'attributeField.deleted',
    blind: 'shown'
  })
}
