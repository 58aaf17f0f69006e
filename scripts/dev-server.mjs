// Vite's dev server in front of a running Isobath: the page comes from the sources, everything else from the server on the port given.
// Started by `npm run dev`, on the project's own Node.
import { createServer } from 'vite'
import { inRoot } from './lib/paths.mjs'

// The page's own Host goes through, so that the server's origin check sees what the browser says.
const server = { target: `http://127.0.0.1:${process.argv[2]}`, changeOrigin: false }
const vite = await createServer({
  configFile: inRoot('vite.config.ts'),
  server: {
    port: Number(process.env.PORT ?? 8080),
    strictPort: true,
    // the sources of `web/api` lie below the same path
    proxy: { '^/api/(?!.*\\.tsx?(\\?|$))': server, '/healthz': server, '/readyz': server, '/metrics': server }
  }
})
await vite.listen()
vite.printUrls()
