# docker build -t gloss . && docker run -p 8899:8899 -e GLOSS_KEY=a-key-of-yours -v gloss:/data gloss
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/dev/pack.ts /tmp && mkdir /gloss && cd /gloss \
  && npm init -y >/dev/null && npm install --ignore-scripts --no-audit --no-fund /tmp/gloss-*.tgz

FROM node:24-bookworm-slim
ENV NODE_ENV=production GLOSS_WORKSPACE=/data GLOSS_HOST=0.0.0.0 GLOSS_PORT=8899
RUN mkdir /data && chown node:node /data
COPY --from=build --chown=root:root /gloss /gloss
USER node
VOLUME /data
WORKDIR /data
EXPOSE 8899
# Listening on every address asks for GLOSS_KEY; without one the service refuses to start and says so.
HEALTHCHECK --interval=30s --timeout=3s --start-period=20s \
  CMD node -e "fetch('http://127.0.0.1:' + process.env.GLOSS_PORT + '/health').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["node", "/gloss/node_modules/gloss/bin/gloss.mjs"]
CMD ["serve"]
