import { counted, event } from './activity-event.ts'

export const exchangeEvents = {
  'annotations.imported': event<{ count: number; newLabelCount: number; fileName: string }>({
    inList: ({ count, fileName = 'a file' }) => `imported ${counted(count, 'annotation')} from ${fileName}`,
    inBell: ({ count }, project) => `imported ${counted(count, 'annotation')} into ${project}`,
    audit: 'import.applied',
    blind: 'hidden'
  }),
  'annotations.import.undone': event<{ count: number; labelCount?: number; imageCount?: number; fileName: string }>({
    inList: ({ count = 0, labelCount = 0, imageCount = 0, fileName = 'a file' }) => {
      const others = [
        ...(labelCount > 0 ? [`${counted(labelCount, 'label')} deleted`] : []),
        ...(imageCount > 0 ? [`metadata of ${counted(imageCount, 'image')} restored`] : [])
      ]
      const removed = count > 0 || others.length === 0 ? [`${counted(count, 'annotation')} removed`] : []
      return `undid the import of ${fileName}: ${[...removed, ...others].join(', ')}`
    },
    inBell: ({ count }, project) =>
      count === 0 ? `undid an import in ${project}` : `undid an import of ${counted(count, 'annotation')} in ${project}`,
    audit: 'import.undone',
    blind: 'hidden'
  }),
  'export.started': event<{ format: string; fileName: string }>({
    inList: ({ fileName = 'the annotations' }) => `exported ${fileName}`,
    inBell: ({ fileName = 'the annotations' }, project) => `exported ${fileName} from ${project}`,
    audit: 'export.started',
    blind: 'shown'
  })
}
