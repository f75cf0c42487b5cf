# docker build -t gloss . && docker run -p 8899:8899 -e GLOSS_KEY=a-key-of-yours -v gloss:/data gloss
# Code of models (GLOSS_EXECUTE=1) runs in bubblewrap, which needs user namespaces; Docker's own profiles forbid them to containers. See
# docs/tools.md for what to add.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/dev/pack.ts /tmp && mkdir /gloss && cd /gloss \
  && npm init -y >/dev/null && npm install --ignore-scripts --no-audit --no-fund /tmp/gloss-papers-gloss-*.tgz

FROM node:24-bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap python3 && rm -rf /var/lib/apt/lists/*
# Optional parts (docs/install.md) go into the volume; GLOSS_FETCH=always lets the service fetch what it needs.
ENV NODE_ENV=production XDG_CACHE_HOME=/data/.cache GLOSS_WORKSPACE=/data GLOSS_HOST=0.0.0.0 GLOSS_PORT=8899
RUN mkdir /data && chown node:node /data
COPY --from=build --chown=root:root /gloss /gloss
USER node
VOLUME /data
WORKDIR /data
EXPOSE 8899
# Listening on every address asks for GLOSS_KEY; without one the service refuses to start and says so.
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.GLOSS_PORT + '/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
# No process of the same user can open a debugger in the server by a signal.
ENTRYPOINT ["node", "--disable-sigusr1", "/gloss/node_modules/@gloss-papers/gloss/bin/gloss.mjs"]
CMD ["serve"]
