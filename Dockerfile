FROM python:3.11-slim
ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PYTHONOPTIMIZE=2
WORKDIR /bot
COPY requirements.txt constraints.txt ./
RUN pip install --no-cache-dir -r requirements.txt
COPY . .
RUN python -m compileall -q .
RUN mv image.env .env && useradd --uid 10001 --no-create-home bot && mkdir /data && chown bot /data
USER bot
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=60s --timeout=10s --start-period=120s CMD ["python", "-m", "hosting.probe"]
CMD ["python", "bot.py", "--serve"]
