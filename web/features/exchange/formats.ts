import type { ExportFormat, ImportFormat } from '../../../shared/contracts/exchange.ts'
import { texts } from './texts.tsx'

export const exportFormats = Object.keys(texts.formats) as ExportFormat[]

/** Formats that can be imported, the most common first. */
export const importFormats: ImportFormat[] = ['coco', 'cvat', 'biigle', 'viame', 'coralnet', 'yolo', 'voc', 'ifdo', 'dwca']

export const acceptedFiles = ['.json', '.csv', '.xml', '.zip', '.txt', '.yaml', '.yml', '.xlsx']
