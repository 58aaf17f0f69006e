import { everything } from '../../projects/scope.ts'

/** Sight for the jobs of an import. */
export const forImport = (projectId: string) => everything(projectId, 'blind members can neither begin nor read an import')
