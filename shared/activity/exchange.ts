import { counted, event } from './activity-event.ts'

export const exchangeEvents = {
  'annotations.imported': event<{ count: number; newLabelCount: number; fileName: string }>({
    inList: ({ count, fileName = 'a file' }) => `imported ${counted(count, 'annotation')} from ${fileName}`,
    inBell: ({ count }, project) => `imported ${counted(count, 'annotation')} into ${project}`,
    audit: 'import.applied',
    blind: 'hidden'
  }),
  'annotations.import.undone': event<{ count: number; fileName: string }>({
    inList: ({ count, fileName = 'a file' }) => `undid the import of ${fileName}: ${counted(count, 'annotation')} removed`,
    inBell: ({ count }, project) => `undid an import of ${counted(count, 'annotation')} in ${project}`,
    audit: 'import.undone',
    blind: 'hidden'
  }),
  'export.started': event<{ format: string; fileName: string }>({
    inList: ({ fileName = 'the annotations' }) => `exported ${fileName}`,
    inBell: ({ fileName = 'the annotations' }, project) => `exported ${fileName} of ${project}`,
    audit: 'export.started',
    blind: 'shown'
  })
}
