/**
 * Roles of people in a dataset, in the order of the form. `creator` is EML's own element. The others are from GBIF's vocabulary of agent
 * roles (http://rs.gbif.org/vocabulary/gbif/agent_role.xml).
 */
export const agentRoles = {
  creator: 'Creator',
  principalInvestigator: 'Principal investigator',
  metadataProvider: 'Metadata provider',
  contentProvider: 'Content provider',
  originator: 'Originator',
  processor: 'Processor',
  curator: 'Curator',
  custodianSteward: 'Custodian steward',
  owner: 'Owner',
  author: 'Author',
  editor: 'Editor',
  publisher: 'Publisher',
  distributor: 'Distributor',
  pointOfContact: 'Point of contact',
  programmer: 'Programmer',
  user: 'User'
} as const

export type AgentRole = keyof typeof agentRoles
