import { everything } from '../../projects/scope.ts'

/** Sight of the jobs of an import. */
export const forImport = (projectId: string) => everything(projectId, 'blind members can neither begin nor read an import')
