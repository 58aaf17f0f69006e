export const texts = {
  title: 'Calendar and feeds',
  about:
    'Your calendar app can subscribe to deadlines and cruises at a private address. The address gives access to this calendar only. You can revoke it at any time.',
  failed: 'Your calendars could not be loaded',
  loading: 'Loading calendars',
  refused: 'The calendar could not be created',
  name: 'Name',
  placeholder: 'Phone',
  noName: 'Enter a name',
  of: 'Contains',
  choices: {
    saved: 'Saved opportunities',
    fits: 'Opportunities that fit me',
    matching: 'All open opportunities',
    filtered: 'Opportunities that match the current filter'
  },
  create: 'Create address',
  made: 'Add this address to your calendar app now. It will not be shown again.',
  copy: 'Copy the address',
  calendars: 'Your calendars',
  lastUsed: 'Last read',
  never: 'Never',
  actions: 'Actions',
  revoke: 'Revoke',
  revokeOne: (name: string) => `Revoke ${name}`,
  notRevoked: 'The address could not be revoked',
  feeds: 'Feeds for everyone',
  feedNames: { rss: 'RSS', atom: 'Atom', json: 'JSON Feed', page: 'Web page with JSON-LD' },
  feedsAbout: 'Open opportunities that their authors share in the public feeds. No account is needed to read them.'
}
