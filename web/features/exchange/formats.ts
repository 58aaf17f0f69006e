import type { ExportFormat, ImportFormat } from '../../../shared/contracts/exchange.ts'
import { formatTexts } from './texts.ts'

/** Export formats, with the one for publication first. */
export const exportFormats = (Object.keys(formatTexts) as ExportFormat[]).toSorted((a, b) => Number(b === 'dwca') - Number(a === 'dwca'))

/** Import formats, the most common first. */
export const importFormats: ImportFormat[] = ['coco', 'cvat', 'biigle', 'viame', 'coralnet', 'yolo', 'voc', 'ifdo', 'dwca']

export const acceptedFiles = ['.json', '.csv', '.xml', '.zip', '.txt', '.yaml', '.yml', '.xlsx']
