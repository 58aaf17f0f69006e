import { readDarwinCoreArchive } from '../../imports/read-archive.ts'
import type { ReadableFormat } from '../format.ts'

export const darwinCore: ReadableFormat = { name: 'A Darwin Core Archive', archive: readDarwinCoreArchive }
